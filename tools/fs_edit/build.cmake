# Patterns, as in fs_search.
target_include_directories(fs_edit_work SYSTEM PUBLIC ${RE2_STATIC_INCLUDE_DIRS})
target_link_libraries(fs_edit_work PUBLIC ${RE2_STATIC_LDFLAGS} Threads::Threads)
set_target_properties(fs_edit PROPERTIES IN_CORE_MANIFEST ON)
