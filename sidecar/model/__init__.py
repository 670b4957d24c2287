"""Plain frozen data that every layer shares. Imports nothing but the standard library and numpy."""
