"""The dashboard and its alerts over a real server: calls that move every metric, and a picture."""
