# Patterns, as in fs_search; the Abseil of Debian 13 comes with it.
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED re2)
target_include_directories(fs_edit_work SYSTEM PUBLIC ${RE2_STATIC_INCLUDE_DIRS})
target_link_libraries(fs_edit_work PUBLIC ${RE2_STATIC_LDFLAGS} Threads::Threads)
set_target_properties(fs_edit PROPERTIES IN_CORE_MANIFEST ON)
