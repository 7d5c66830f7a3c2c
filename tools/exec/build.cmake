# With these it confines nothing: tools.unrestricted.json has them.
set_target_properties(exec PROPERTIES UNRESTRICTED_FLAGS "--policy=unrestricted;--network=on")
set_target_properties(exec PROPERTIES IN_CORE_MANIFEST ON)
# The role `launch` of the manifests: MCP servers are started by it.
set_target_properties(exec PROPERTIES LAUNCHES ON)
set_target_properties(exec PROPERTIES ROLE run)

# For the loose objects of git: git/loose_object.cpp
set(ZLIB_USE_STATIC_LIBS ON)
find_package(ZLIB REQUIRED)
target_link_libraries(exec_work PUBLIC ZLIB::ZLIB)
