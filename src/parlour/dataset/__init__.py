"""Self-play as Parquet files, for people who learn elsewhere: a row is a decision, a shard some rounds."""
