#pragma once

#include "agent/liquid/scope.hpp"
#include "agent/liquid/template.hpp"
#include "agent/workflow/names.hpp"
#include "agent/workflow/yaml.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

using Problems = std::vector<Problem>;

// The kinds of fields by the templates that they may contain.
enum class FieldClass {
    text, // output and tags: prompt, system, context, stdin, message, description
    value, // output, of any type: args, with, items, set, outputs, result
    element, // output: argv after its first element, cwd, python.args, default
    environment, // output, also of secrets: values of `env`
    script, // output of parameters that are not texts: shell.command
};

// The values for templates. `roots` has the roots as members: params, steps, env, secrets, item,
// index, workspace, run, now, workflow, result. A template that was compiled without a problem can
// read secrets only in a field of FieldClass::environment.
struct Data {
    const Json& roots;
    std::int64_t now = 0; // start of the run, in seconds since 1970
};

// Returns the settings to render with these values: `step` is an alias of `steps`.
agent::liquid::Settings settings_for(const Data& data);

// The roots of the data that are known before a run.
using KnownRoots = std::set<std::string, std::less<>>;

constexpr std::size_t max_element_bytes = 128 << 10;

// A scalar of a file that may be a template. Rendering throws Problem, with the place in the file
// and the code of the error (NOT_FOUND for a missing value, TOO_LARGE for a limit).
class FieldTemplate {
public:
    // Adds errors to `problems`. After an error the object must not be rendered.
    FieldTemplate(const YamlNode& scalar, FieldClass field, const Names& names, Problems& problems);

    std::string text(const Data& data) const;

    // Renders a scalar. If it is a single {{ }}, returns the value with its type, otherwise a text.
    Json value(const Data& data) const;

    // Renders the text for an argument, a path or an environment variable. Throws Problem if it
    // contains NUL or has more than max_element_bytes.
    std::string element(const Data& data) const;

    // Returns the value as far as it is known before a run: the template as it is written if it
    // depends on other roots of the data than `known`, or cannot be rendered.
    Json preview(const Data& data, const KnownRoots& known) const;

    // True if the result does not depend on the data.
    bool is_constant() const { return !source; }

    // True if the text begins with a {{ }}.
    bool begins_with_value() const { return source && source->begins_with_output(); }

    bool uses_secrets() const { return has_secrets; }
    Place place() const { return scalar.place; }

private:
    void check(FieldClass field, const Names& names, Problems& problems);
    Problem located(const agent::liquid::TemplateError& error) const;
    template<class Work>
    auto rendered(const Data& data, Work work) const;

    YamlNode scalar;
    std::optional<agent::liquid::Template> source; // nullopt for a constant
    bool has_secrets = false;
};

// A value of a file, with nested values, whose texts are templates.
class ValueTemplate {
public:
    ValueTemplate(const YamlNode& node, FieldClass field, const Names& names, Problems& problems);

    // Renders the value. Throws Problem if all templates together have more than 16 MiB.
    Json value(const Data& data) const;

    bool is_constant() const;

    // Returns the parts that need no data, with null for the others: what can be checked before a
    // run.
    Json known() const;

    // Returns the value with a FieldTemplate::preview() of each of its parts.
    Json preview(const Data& data, const KnownRoots& known) const;

    // Returns an element of a list or a member of a map, by its position in the file.
    const ValueTemplate& member(std::size_t index) const { return items[index]; }

private:
    Json value(const Data& data, std::size_t& bytes_left) const;

    YamlNode::Kind kind;
    std::vector<FieldTemplate> scalar = {}; // one for a scalar, else empty
    std::vector<std::string> keys = {};
    std::vector<ValueTemplate> items = {};
};

// Renders arguments: one for each template. Throws Problem for an argument that begins with -
// because of a value, unless an earlier one is -- or `allows_dash`.
std::vector<std::string> arguments_of(
    const std::vector<FieldTemplate>& templates, bool allows_dash, const Data& data);

// Compiles a value of `env`. Adds a problem if it is a template and the variable influences how
// programs run (PATH, LD_*, GIT_* and similar: steers_programs()).
FieldTemplate environment_template(
    std::string_view name, const YamlNode& scalar, const Names& names, Problems& problems);
bool steers_programs(std::string_view variable);

// Checks a field that accepts no template, such as the name of a tool: adds a problem if it
// contains {{ or {%. `what` names the field in the message, such as "the name of a tool".
void check_literal(const YamlNode& scalar, std::string_view what, Problems& problems);

}
