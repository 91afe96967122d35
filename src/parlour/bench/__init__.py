"""Benchmarks: rates per CPU second, several in one run, so that ratios can be trusted."""
