"""Settlements and reversals in a store: ledger, records and audit log, each written once."""
