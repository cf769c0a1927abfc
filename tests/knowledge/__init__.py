"""Tests of what can be known: the ledger, the counting of arrangements, and determinizing."""
