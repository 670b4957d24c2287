"""Webhooks that gateways of language models call: what each sends, and what it gets back."""
