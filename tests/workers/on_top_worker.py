"""A worker whose questions may take memory on top of what it has."""

from __future__ import annotations

from workers.echo_worker import main

if __name__ == "__main__":
    main(on_top=True)
