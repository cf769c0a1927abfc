"""Tests of single modules, with small and mostly faulty plugins."""
