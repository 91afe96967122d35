"""Good company: names that offend nobody, phrases instead of chat, mutes, reports, and what operators do about them."""
