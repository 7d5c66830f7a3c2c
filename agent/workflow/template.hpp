#pragma once

#include "agent/liquid/scope.hpp"
#include "agent/liquid/template.hpp"
#include "agent/workflow/names.hpp"
#include "agent/workflow/yaml.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

using Problems = std::vector<Problem>;

// What may stand in a field.
enum class FieldClass {
    text, // output and tags: prompt, system, context, stdin, message, description
    value, // output, of any type: args, with, items, set, outputs, result
    element, // output: argv but its first, cwd, python.args, default
    environment, // the same with secrets: values of `env`
    script, // output of parameters that are no texts: shell.command
};

// What templates are filled in with. `data` has the roots as members: params, steps, env, secrets,
// item, index, workspace, run, now, workflow, result. No template that was read without a problem
// gets at secrets outside of FieldClass::environment.
struct Data {
    const Json& roots;
    std::int64_t now = 0; // when the run began, in seconds since 1970
};

// How Liquid is to render with them: `step` is `steps`.
agent::liquid::Settings settings_for(const Data& data);

constexpr std::size_t max_element_bytes = 128 << 10;

// A scalar of a file that may be a template. Rendering throws Problem, at the place in the file and
// with the code of the error (NOT_FOUND for a missing value, TOO_LARGE for a limit).
class FieldTemplate {
public:
    // Adds what is wrong to `problems`; then the result can be thrown away alone.
    FieldTemplate(const YamlNode& scalar, FieldClass field, const Names& names, Problems& problems);

    std::string text(const Data& data) const;

    // A scalar that is one {{ }} and nothing else gives the value with its type.
    Json value(const Data& data) const;

    // The text as an argument, a path or a variable of a process: without NUL, and at most
    // max_element_bytes.
    std::string element(const Data& data) const;

    // Is it the same whatever the data are?
    bool is_constant() const { return !source; }

    // Does a value give its first character?
    bool begins_with_value() const { return source && source->begins_with_output(); }

    bool uses_secrets() const { return has_secrets; }
    Place place() const { return scalar.place; }

private:
    void check(FieldClass field, const Names& names, Problems& problems);
    Problem located(const agent::liquid::TemplateError& error) const;
    template<class Work>
    auto rendered(const Data& data, Work work) const;

    YamlNode scalar;
    std::optional<agent::liquid::Template> source; // none of a constant
    bool has_secrets = false;
};

// A value of a file of any depth, whose texts are templates.
class ValueTemplate {
public:
    ValueTemplate(const YamlNode& node, FieldClass field, const Names& names, Problems& problems);

    // At most 16 MiB of all templates together.
    Json value(const Data& data) const;

    bool is_constant() const;

    // The parts that need no data, with null for the others: what can be checked before a run.
    Json known() const;

private:
    Json value(const Data& data, std::size_t& bytes_left) const;

    YamlNode::Kind kind;
    std::vector<FieldTemplate> scalar = {}; // of a scalar one
    std::vector<std::string> keys = {};
    std::vector<ValueTemplate> items = {};
};

// The arguments after `program`, which is a constant: one element for each template. Throws Problem
// for an element that begins with - because a value does, unless an element before it is -- or
// `allows_dash`.
std::vector<std::string> arguments_of(
    const std::vector<FieldTemplate>& templates, bool allows_dash, const Data& data);

// A value of `env`: no template, if the name steers programs (PATH, LD_*, GIT_* and their kin).
FieldTemplate environment_template(
    std::string_view name, const YamlNode& scalar, const Names& names, Problems& problems);
bool steers_programs(std::string_view variable);

// A field that takes no template, such as the name of a tool: adds a problem if {{ or {% is in it.
// `what` is "the name of a tool".
void check_literal(const YamlNode& scalar, std::string_view what, Problems& problems);

}
