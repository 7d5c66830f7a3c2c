# Runs once a call, and is a part of every tool: small rather than fast.
target_compile_options(toolkit_tool PRIVATE $<$<CONFIG:Release>:-Os>)
