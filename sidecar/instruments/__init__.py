"""What operators watch: metrics and traces, both off, and not even imported, until configured."""
