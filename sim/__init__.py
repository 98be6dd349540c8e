"""The same devices on a desktop: parts that a desktop lacks, a room of virtual boards, its window, and measurements."""
