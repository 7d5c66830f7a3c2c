# tests/expected_failures.txt: a test that is named there fails if it passes. One that is skipped is
# skipped all the same: ctest looks at SKIP_RETURN_CODE first. To be included after all add_test().
set(list_of_failures ${CMAKE_SOURCE_DIR}/tests/expected_failures.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list_of_failures})
file(STRINGS ${list_of_failures} lines REGEX "^[^#]")
foreach(line IN LISTS lines)
  if(NOT line MATCHES "^([^ ]+)  +[^ ]")
    message(FATAL_ERROR "tests/expected_failures.txt: no name and title in '${line}'")
  endif()
  if(NOT TEST ${CMAKE_MATCH_1})
    message(FATAL_ERROR "tests/expected_failures.txt: unknown test ${CMAKE_MATCH_1}")
  endif()
  set_tests_properties(${CMAKE_MATCH_1} PROPERTIES WILL_FAIL TRUE)
endforeach()
