"""Other people's engines: programs in any language that play by the engine protocol, docs/engine-protocol.md."""
