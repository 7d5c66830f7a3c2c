# RE2 has a pkg-config file, which on Debian 13 also names the parts of Abseil that a static link
# needs.
target_include_directories(fs_search_work SYSTEM PUBLIC ${RE2_STATIC_INCLUDE_DIRS})
target_link_libraries(fs_search_work PUBLIC ${RE2_STATIC_LDFLAGS} Threads::Threads)
set_target_properties(fs_search PROPERTIES IN_CORE_MANIFEST ON)
