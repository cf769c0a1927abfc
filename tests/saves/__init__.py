"""Tests of saves."""
