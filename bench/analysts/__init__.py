"""The analysts' yardstick: narratives over business tables, whose gold a program computes."""
