# The programs of the benches are built into the directory `bench` of the build: `bin` has only
# tools. Target: benches. The test bench/NAME runs bench/NAME.sh with tiny inputs; it also fails if
# a figure that a page cites is not in the output.
function(add_bench name)
  add_executable(bench_${name} bench/${name}.cpp ${ARGN})
  target_include_directories(bench_${name} PRIVATE ${CMAKE_SOURCE_DIR})
  set_target_properties(bench_${name} PROPERTIES OUTPUT_NAME ${name}
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
  add_dependencies(benches bench_${name})
endfunction()

add_custom_target(benches ALL)
foreach(name chat exec mcp pieces startup turns)
  add_bench(${name})
endforeach()
add_bench(empty) # what it costs to start a program
target_link_options(bench_empty PRIVATE -static)
add_bench(names frontends/chat/name_order.cpp)
add_bench(floor) # in the sandbox of fs_search
target_link_libraries(bench_floor PRIVATE toolkit)
target_link_options(bench_floor PRIVATE ${static_pie} LINKER:--undefined=__wrap_OPENSSL_cpuid_setup)

file(GLOB benches CONFIGURE_DEPENDS bench/*.sh)
list(FILTER benches EXCLUDE REGEX "/(shared|plot)\\.sh$")
foreach(bench IN LISTS benches)
  cmake_path(GET bench STEM name)
  add_test(NAME bench/${name} COMMAND bash ${CMAKE_SOURCE_DIR}/scripts/bench_all.sh ${name})
  set_tests_properties(bench/${name} PROPERTIES SKIP_RETURN_CODE 77
    ENVIRONMENT "TINY=1;BUILD=${CMAKE_BINARY_DIR}")
endforeach()
