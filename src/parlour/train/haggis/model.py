"""The net as PyTorch trains it; `exported` gives the integers with which the kernel computes the same."""

from __future__ import annotations

from array import array
from itertools import permutations
from typing import TYPE_CHECKING, Final

import torch

from parlour.bots.haggis.kernel.net import NET
from parlour.bots.haggis.kernel.net_features import PLACES

if TYPE_CHECKING:
    from torch import Tensor

LIMITS: Final = (0.88, 1.99, 3.95)
"""The largest weights of the layers: with as many features as can hold at once, no sum in the kernel overflows."""
CEILING: Final = NET["ceiling"] / NET["unit"]


class Model(torch.nn.Module):
    """Two hidden layers over features that are 0 or 1, and four heads."""

    def __init__(self) -> None:
        """Draw small random weights from PyTorch's generator."""
        super().__init__()
        self.first = torch.nn.Linear(NET["features"], NET["wide"], bias=False)
        self.second = torch.nn.Linear(NET["wide"], NET["narrow"])
        self.heads = torch.nn.Linear(NET["narrow"], NET["heads"])
        with torch.no_grad():
            self.first.weight.mul_(3)
            self.heads.weight.mul_(0.3)

    def forward(self, features: Tensor) -> Tensor:
        """The heads: points still to come, in units of 30, and log odds of going out first."""
        wide = self.first(features).clamp(0, CEILING)
        narrow = self.second(wide).clamp(0, CEILING)
        out: Tensor = self.heads(narrow)
        return out

    def limit(self) -> None:
        """Keep the weights within `LIMITS`."""
        with torch.no_grad():
            for layer, most in zip((self.first, self.second, self.heads), LIMITS, strict=True):
                for weights in layer.parameters():
                    weights.clamp_(-most, most)

    def take(self, weights: array[int]) -> None:
        """Begin with weights as the kernel takes them."""
        flat = torch.tensor(weights, dtype=torch.float32)
        unit, second, head = NET["unit"], 1 << NET["second_shift"], 1 << NET["head_shift"]
        parts = (
            (self.first.weight.T, unit),
            (self.second.weight, second),
            (self.second.bias, unit),
            (self.heads.weight, head),
            (self.heads.bias, unit),
        )
        with torch.no_grad():
            for (part, scale), values in zip(parts, flat.split([part.numel() for part, _ in parts]), strict=True):
                part.copy_(values.view(part.shape) / scale)

    def exported(self) -> array[int]:
        """The weights as the kernel takes them."""
        unit, second, head = NET["unit"], 1 << NET["second_shift"], 1 << NET["head_shift"]
        parts = (
            self.first.weight.T * unit,
            self.second.weight * second,
            self.second.bias * unit,
            self.heads.weight * head,
            self.heads.bias * unit,
        )
        flat = torch.cat([part.detach().round().flatten() for part in parts])
        return array("h", flat.to(torch.int16).numpy().tobytes())


def dense(samples: Tensor) -> Tensor:
    """Lists of features as rows of zeros and ones; the places behind a list hold the number of features."""
    rows = torch.zeros(len(samples), NET["features"] + 1)
    rows.scatter_(1, samples, 1.0)
    return rows[:, :-1]


def suit_relabellings(players: int) -> list[Tensor]:
    """For every order of the suits in play: the number that each feature has when they are so relabelled."""
    maps = []
    for order in permutations(range(players + 2)):
        numbers = torch.arange(NET["features"] + 1)
        for first, ranks in PLACES:
            for rank in range(ranks):
                for suit, to in enumerate(order):
                    numbers[first + 5 * rank + suit] = first + 5 * rank + to
        maps.append(numbers)
    return maps
