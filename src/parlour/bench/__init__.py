"""Benchmarks: rates per CPU second, several in one run so that their ratios can be trusted."""
