# The library touches neither argv nor its own descriptors 0 to 2: tests/agent/touches_no_stream.sh.
add_rooms(agent agent_objects)
add_library(agent STATIC ${agent_objects})
find_path(UTF8PROC_INCLUDE utf8proc.h REQUIRED)
target_link_libraries(agent PUBLIC toolkit utf8proc yaml
  PRIVATE OpenSSL::SSL OpenSSL::Crypto Threads::Threads ${RE2_STATIC_LDFLAGS})

add_unit_tests(agent agent)
add_dependencies(agent_test mcp_peer)

# Two units in a unity build, one of them with all that includes Boost.Asio: a second one would
# compile that twice.
set(of_asio adapted_request connection failed_answer http refused_manner chunk_normaliser
  streamed_reply
  transport)
get_target_property(sources agent_model SOURCES)
foreach(source ${sources})
  get_filename_component(name ${source} NAME_WE)
  if(name IN_LIST of_asio)
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP asio)
  else()
    set_property(SOURCE ${source} PROPERTY UNITY_GROUP rest)
  endif()
endforeach()
set_target_properties(agent_model PROPERTIES UNITY_BUILD_MODE GROUP)
set_target_properties(agent_test PROPERTIES UNITY_BUILD_BATCH_SIZE 24)
