"""Does what one caller sends stop the others? Each module measures one kind of load."""
