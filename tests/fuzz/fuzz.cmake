# tests/fuzz/<name>_fuzz.cpp is a target of clang's libFuzzer, with its first inputs in tests/fuzz/corpus/<name>; those that it
# finds go into the build folder. `ctest --preset fuzz` runs each for a minute, the same way each time; by hand: build/sanitize/bin/edit_fuzz DIRECTORY…
# (with -DCMAKE_CXX_FLAGS_DEBUG=-O2 much faster).
file(GLOB targets CONFIGURE_DEPENDS tests/fuzz/*_fuzz.cpp)
foreach(source IN LISTS targets)
  cmake_path(GET source STEM target)
  string(REPLACE _fuzz "" name ${target})
  add_executable(${target} ${source} tests/fuzz/fuzz.cpp)
  if(name MATCHES "^(line_automaton|redaction|required_texts|utf16)$")
    target_link_libraries(${target} PRIVATE fs_search_work)
  else()
    target_link_libraries(${target} PRIVATE toolkit apply_patch_work exec_work fs_edit_work)
  endif()
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  if(name STREQUAL event_stream) # the runner as a whole needs more libraries, and takes long to build
    target_sources(${target} PRIVATE runner/model/event_stream.cpp)
  elseif(name STREQUAL reply)
    target_sources(${target} PRIVATE runner/model/event_stream.cpp runner/model/assembly.cpp runner/model/chat.cpp
      runner/model/streamed_reply.cpp runner/history.cpp runner/answer.cpp runner/bounded_json.cpp runner/option_values.cpp
      runner/runs_later_report.cpp
      runner/secret_names.cpp runner/terminal.cpp runner/interrupt.cpp runner/sound_calls.cpp
      runner/model/context_overflow.cpp runner/model/server_json.cpp runner/repair.cpp runner/lower_case.cpp
      runner/json_extent.cpp)
  endif()
  if(name STREQUAL written_calls)
    set(parts bounded_json json_extent presence lower_case model/chat model/context_overflow model/server_json repair reply_text
      written_call written_calls)
    list(TRANSFORM parts REPLACE "(.+)" "runner/\\1.cpp")
    target_sources(${target} PRIVATE ${parts})
  endif()
  if(name STREQUAL redaction)
    set(parts bounded_json document_names literal_scan lower_case pattern_beginnings pattern_search percent_encoding record_words
      redacted_stream redacted_text redaction redaction_json secret_finder secret_keys secret_patterns secret_shapes spellings)
    list(TRANSFORM parts REPLACE "(.+)" "runner/\\1.cpp")
    target_sources(${target} PRIVATE ${parts})
  endif()
  set(found ${CMAKE_BINARY_DIR}/corpus/${name})
  file(MAKE_DIRECTORY ${found})
  add_test(NAME fuzz/${name} COMMAND ${target} -seed=1 -max_total_time=60 -timeout=20 -max_len=4096 -print_final_stats=1
    -artifact_prefix=${CMAKE_BINARY_DIR}/${name}- ${found} ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name})
endforeach()
