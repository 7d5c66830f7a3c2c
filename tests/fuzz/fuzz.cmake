# tests/fuzz/<name>_fuzz.cpp is a target of clang's libFuzzer, with its first inputs in
# tests/fuzz/corpus/<name>; those that it finds go into the build folder. `ctest --preset fuzz` runs
# each for FUZZ_SECONDS (60), the same way each time; by hand: build/sanitize/bin/edit_fuzz
# DIRECTORY… (with -DCMAKE_CXX_FLAGS_DEBUG=-O2 much faster).
file(GLOB targets CONFIGURE_DEPENDS tests/fuzz/*_fuzz.cpp)
add_custom_target(fuzz_targets)
foreach(source IN LISTS targets)
  cmake_path(GET source STEM target)
  string(REPLACE _fuzz "" name ${target})
  add_executable(${target} ${source} tests/fuzz/fuzz.cpp)
  if(name MATCHES
    "^(acp_message|channel_message|chat_message|chat_request|chat_texts|config|cursor|front_matter|line_automaton|mcp_definitions|mcp_result|plain_text|redaction|required_texts|yaml)$")
    target_link_libraries(${target} PRIVATE fs_search_work)
  else()
    target_link_libraries(${target} PRIVATE toolkit apply_patch_work exec_work fs_edit_work)
  endif()
  count_branches(${target})
  precompile(fuzz ${target} ${CMAKE_SOURCE_DIR}/toolkit/json/json.hpp)
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  set(rooms) # whole ones, which the build has anyway
  set(parts) # the runner as a whole needs more libraries, and takes long to build
  if(name STREQUAL event_stream)
    set(parts agent/model/sse)
  elseif(name MATCHES "^(html_text|url)$")
    target_link_libraries(${target} PRIVATE fetch_url_work)
  elseif(name STREQUAL answer_chunks)
    set(parts agent/model/chunk_normaliser)
  elseif(name MATCHES "^(reply|responses)$")
    set(parts agent/model/response_events agent/model/responses_request agent/calls/foreign_names
      agent/calls/literal agent/calls/repair agent/model/delta_merger agent/model/assistant_message
      agent/model/chat_completions
      agent/model/context_overflow agent/model/sse agent/model/finish agent/model/gateway_forms
      agent/model/image agent/model/message agent/model/response_outputs agent/model/server_error
      agent/model/server_json agent/model/call_normaliser
      agent/model/split_characters agent/model/streamed_reply agent/session/history)
  elseif(name STREQUAL chat_message)
    set(parts agent/model/assistant_message agent/model/chat_completions
      agent/model/context_overflow agent/model/finish agent/model/gateway_forms
      agent/model/image agent/model/message agent/model/server_error agent/model/server_json)
  elseif(name STREQUAL written_calls)
    set(parts agent/calls/foreign_names agent/calls/model_inputs agent/calls/literal
      agent/calls/repair agent/calls/written_calls agent/model/assistant_message
      agent/model/chat_completions agent/model/context_overflow agent/model/finish
      agent/model/gateway_forms agent/model/image agent/model/message
      agent/model/prefix_match agent/model/reply_text agent/model/server_error
      agent/model/server_json
      agent/model/call_normaliser)
  elseif(name STREQUAL server_answers)
    set(parts agent/model/served_models frontends/chat/server_answers)
  elseif(name STREQUAL chat_texts)
    set(parts frontends/chat/code_blocks)
  elseif(name STREQUAL plain_text)
    set(parts frontends/chat/plain_text)
  elseif(name STREQUAL evidence)
    set(parts frontends/agents/evidence)
  elseif(name STREQUAL http_request)
    set(parts toolkit/http/chunked_body toolkit/http/http_message toolkit/http/request_reader)
  elseif(name STREQUAL server_text)
    set(rooms agent_channel agent_redaction)
    set(parts frontends/serve/event_log frontends/serve/event_source frontends/serve/feed
      frontends/serve/run_id frontends/serve/target frontends/serve/token_lines
      frontends/serve/trace_parent frontends/serve/waiters runner/options/option_values)
  elseif(name STREQUAL hook)
    set(rooms agent_redaction)
    set(parts agent/calls/hook)
  elseif(name STREQUAL client_roots)
    set(parts agent/calls/client_roots)
  elseif(name STREQUAL workspace_uri)
    set(parts frontends/mcp/workspace_uri)
  elseif(name STREQUAL channel_message)
    set(rooms agent_channel agent_redaction)
  elseif(name STREQUAL chat_request)
    set(rooms agent_channel agent_redaction)
    set(parts agent/calls/schema_patterns frontends/facade/chat_request
      frontends/facade/conversation_digest frontends/facade/run_event_tracker)
  elseif(name STREQUAL acp_message)
    set(rooms agent_channel agent_display agent_redaction)
    set(parts agent/calls/schema_patterns agent/calls/client_roots agent/skills/filled_prompt
      frontends/acp/commands frontends/acp/diffs frontends/acp/prompt
      frontends/acp/request frontends/acp/servers frontends/acp/updates agent/tasks/task_list)
  elseif(name STREQUAL config)
    set(rooms agent_redaction)
    list(APPEND parts runner/options/chat_preferences runner/options/command runner/options/config
      runner/options/limit_options runner/options/model_options
      runner/options/option_table runner/options/option_values runner/options/output_options
      runner/options/tool_options runner/terminal/key_choice runner/terminal/style)
  elseif(name MATCHES "^mcp_(definitions|result)$")
    set(rooms agent_redaction)
    list(APPEND parts agent/calls/runs_later_report agent/calls/schema_patterns
      agent/calls/tool_result agent/mcp/call_result
      agent/mcp/content_text agent/mcp/definitions agent/mcp/elicitation agent/mcp/url_question
      agent/mcp/http_head agent/mcp/pins
       agent/calls/answer_limits agent/calls/result_files agent/model/image agent/mcp/sandbox_hints
       agent/mcp/server_uris
      agent/mcp/tool_schema agent/mcp/warm_outcome frontends/mcp/passed_context)
  elseif(name STREQUAL call_display)
    set(rooms agent_channel agent_display agent_redaction)
  elseif(name STREQUAL task_list)
    set(parts agent/tasks/task_list)
  elseif(name STREQUAL command_words)
    set(parts agent/permissions/command_words)
  elseif(name STREQUAL file_record)
    set(parts agent/calls/file_record)
  elseif(name STREQUAL http_head)
    set(parts agent/mcp/http_head)
  elseif(name STREQUAL oauth)
    set(parts agent/oauth/authorization agent/oauth/challenge agent/oauth/encoding
      agent/oauth/metadata)
  elseif(name STREQUAL mcp_servers)
    set(parts agent/oauth/encoding agent/workflow/yaml runner/clients/client_table
      runner/clients/document runner/clients/foreign_variables
      runner/clients/server_file runner/clients/toml runner/clients/translation
      runner/servers/oauth_settings runner/servers/fields runner/servers/given_server
      runner/servers/installed_program runner/servers/server_entry_of
      runner/servers/server_paths runner/servers/server_sandbox runner/servers/variables)
    target_link_libraries(${target} PRIVATE yaml)
  elseif(name STREQUAL toml)
    set(parts runner/clients/toml)
  elseif(name STREQUAL server_names)
    set(parts agent/mcp/prompt_arguments agent/mcp/uri_template)
  elseif(name STREQUAL front_matter)
    set(parts agent/skills/filled_prompt agent/skills/front_matter agent/workflow/yaml)
    target_link_libraries(${target} PRIVATE yaml)
  elseif(name STREQUAL yaml)
    set(rooms agent_liquid agent_redaction)
    list(APPEND parts agent/calls/schema_patterns agent/session/session agent/workflow/check
      agent/workflow/check_step agent/workflow/expression
      agent/workflow/fields agent/workflow/workflow_fields agent/workflow/work_fields
      agent/workflow/control_fields agent/workflow/model agent/workflow/names
      agent/workflow/parameters agent/workflow/problems
      agent/workflow/field_shape agent/workflow/once agent/workflow/read_file
      agent/workflow/step_graph agent/workflow/template agent/workflow/value_template
      agent/workflow/words agent/workflow/yaml)
    target_link_libraries(${target} PRIVATE utf8proc yaml)
  elseif(name MATCHES "^workflow_(template|words)$")
    set(rooms agent_liquid)
    list(APPEND parts agent/workflow/expression agent/workflow/names agent/workflow/template
      agent/workflow/value_template agent/workflow/words agent/workflow/yaml)
    target_link_libraries(${target} PRIVATE utf8proc yaml)
  elseif(name STREQUAL agent_test)
    set(parts agent/calls/schema_patterns agent/workflow/yaml frontends/test/expectation
      frontends/test/test_file)
    target_link_libraries(${target} PRIVATE yaml)
  elseif(name STREQUAL workflow_journal)
    set(parts frontends/workflow/journal frontends/workflow/attempts
      frontends/workflow/run_sessions)
  elseif(name STREQUAL liquid)
    set(rooms agent_liquid)
    target_link_libraries(${target} PRIVATE utf8proc)
  elseif(name STREQUAL redaction)
    set(rooms agent_redaction)
  elseif(name MATCHES "^screen_")
    set(parts runner/terminal/style runner/terminal/verdict)
    set(rooms frontends_screen agent_channel agent_redaction)
    target_link_libraries(${target} PRIVATE cmark-gfm-extensions cmark-gfm utf8proc)
  endif()
  list(TRANSFORM parts APPEND .cpp)
  list(TRANSFORM rooms REPLACE ".+" "$<TARGET_OBJECTS:\\0>")
  target_sources(${target} PRIVATE ${parts} ${rooms})
  add_dependencies(fuzz_targets ${target})
  set(found ${CMAKE_BINARY_DIR}/corpus/${name})
  file(MAKE_DIRECTORY ${found})
  add_test(NAME fuzz/${name} COMMAND sh -c [[exec "$@" -max_total_time="${FUZZ_SECONDS:-60}"]] sh
    $<TARGET_FILE:${target}> -seed=1
    -timeout=30 -max_len=4096 -print_final_stats=1 -artifact_prefix=${CMAKE_BINARY_DIR}/${name}-
    ${found}
    ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name})
endforeach()
