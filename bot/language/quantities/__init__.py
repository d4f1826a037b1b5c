"""The numbers of a message, with units and with what they are for; and its dates."""
