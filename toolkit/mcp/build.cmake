# A server waits; it need not be fast, and every tool carries it.
target_compile_options(toolkit_mcp PRIVATE $<$<CONFIG:Release>:-Os>)
