"""Write the reference page of all settings: ``python -m sidecar.settings > docs/settings.md``."""

from __future__ import annotations

import sys

from sidecar.settings.page import render_page

sys.stdout.write(render_page())
