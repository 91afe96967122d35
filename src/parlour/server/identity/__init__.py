"""Who somebody is: sessions, passkeys, a recovery code, what others may see, and all of one's data in a file."""
