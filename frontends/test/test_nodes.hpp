#pragma once

#include "frontends/test/test_file.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace frontends::test {

using workflow::YamlNode;

// Parts of a test. All of these throw Problem at the place of what is wrong; `what` names it there.

// A mapping that has these fields alone.
const YamlNode& checked_map(
    const YamlNode& node, std::string_view what, std::initializer_list<std::string_view> names);

std::string text_of(const YamlNode& node, std::string_view what);

// Empty if there is no such field.
std::string optional_text(const YamlNode& node, const char* name);

TextCheck text_check(const YamlNode& node, std::string_view what);

// As text_check(), but `equals`, or a value in its place, may be of any type; an object needs it.
ValueCheck value_check(const YamlNode& node, std::string_view what);

// That `path` leads to a file beneath the workspace, and to none of those that agentcli keeps
// there.
void check_path(const std::string& path, Place place);

// The value of `expect`.
void read_expectation(const YamlNode& expect, AgentTest& test);

}
