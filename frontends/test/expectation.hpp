#pragma once

#include "frontends/test/test_file.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace frontends::test {

using workflow::YamlNode;

// Reads parts of a test. All of them throw Problem, with the place of the first mistake; `what` is
// the name of the part in its message.

// Returns the node, which is a map and has no other keys than `names`.
const YamlNode& checked_map(
    const YamlNode& node, std::string_view what, std::initializer_list<std::string_view> names);

std::string text_of(const YamlNode& node, std::string_view what);

// Returns the text of a key of a map; an empty text if there is no such key.
std::string optional_text(const YamlNode& node, const char* name);

// Refuses a path that does not lead to a file beneath the workspace, or leads into .agentcli.
void check_path(const std::string& path, Place place);

// Reads `expect`. What is expected depends on whether the test has a prompt or a workflow.
void read_expectation(const YamlNode& expect, AgentTest& test);

}
