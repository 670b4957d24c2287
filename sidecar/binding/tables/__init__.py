"""What a query result speaks of: columns with their roles and units, labels, periods."""
