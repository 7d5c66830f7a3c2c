# What waits need not be fast, and every tool carries the lines.
target_compile_options(toolkit_io PRIVATE $<$<CONFIG:Release>:-Os>)
