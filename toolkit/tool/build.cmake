# Every tool carries it, and none spends time in it.
target_compile_options(toolkit_tool PRIVATE -Os)
