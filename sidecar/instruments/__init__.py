"""What operators watch: metrics, traces and events, off and not even imported until configured."""
