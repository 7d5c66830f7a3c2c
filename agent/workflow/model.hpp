#pragma once

#include "agent/workflow/fields.hpp"
#include "agent/workflow/yaml.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

struct Block;
struct StepList;

// A field of a file. Its value is in `node`, which the file owns, and also in one of the lists if
// the value has fields or steps of its own.
struct Field {
    Field(const FieldRow* row, const YamlNode* node, Place place);
    Field(const Field& other); // defined where Block and StepList are complete
    Field(Field&& other) noexcept;
    Field& operator=(const Field& other);
    Field& operator=(Field&& other) noexcept;
    ~Field();

    const FieldRow* row;
    const YamlNode* node;
    Place place; // the place of its name
    std::vector<Block> blocks; // one for a mapping, one for each item of a list or each name
    std::vector<StepList> lists; // one for a list of steps, one for each branch
};

// A mapping whose fields are in the table of fields.
struct Block {
    Owner owner = Owner::none;
    Place place = {};
    std::vector<Field> fields = {};

    const Field* find(std::string_view name) const;

    // Return the value of a field, or `preset` if it is missing.
    std::string text(std::string_view name, std::string_view preset = {}) const;
    bool is_set(std::string_view name, bool preset = false) const;
    std::int64_t count(std::string_view name, std::int64_t preset) const;
    double number(std::string_view name, double preset) const;
    std::vector<std::string> texts(std::string_view name) const;
    const Block* block(std::string_view name) const;
    const std::vector<struct Step>& steps(std::string_view name) const;
};

// The kinds of steps, in the order of the table of fields.
enum class Kind { exec, shell, python, tool, llm, workflow, foreach, parallel, repeat, ask, set };

std::string_view name_of(Kind kind);

struct Step {
    Kind kind = Kind::set;
    std::string id = {}; // empty for none
    std::string name = {}; // in paths: the id, or the kind and its position in the list: exec#2
    Place place = {};
    Block fields = {};

    // Always true if the file has no problems.
    bool has_work() const { return fields.find(name_of(kind)) != nullptr; }
    const Field& work() const { return *fields.find(name_of(kind)); }
    // Returns the fields of its kind; not to be called for `set`, which has no fields.
    const Block& own() const { return work().blocks.front(); }
};

// True for a step that runs a command by the tool `exec`.
bool is_command(const Step& step);

// True for a step that consists of other steps.
bool has_steps(const Step& step);

struct StepList {
    std::string name = {}; // the name of a branch
    std::vector<Step> steps = {};
};

struct Parameter {
    std::string name;
    std::string type = "string";
    std::optional<Json> preset = {};
    bool is_required = false;
    std::vector<std::string> choices = {};
    std::string pattern = {};
    std::optional<double> min = {};
    std::optional<double> max = {};
    std::string help = {};
    Place place = {};
};

// One workflow of a file.
struct Workflow {
    std::string name;
    Block fields = {};
    std::vector<Parameter> parameters = {};

    const std::vector<Step>& steps() const { return fields.steps("steps"); }
    const std::vector<Step>& final_steps() const { return fields.steps("finally"); }
    std::string description() const { return fields.text("description"); }
};

// A file that was read. Its workflows refer to `document`.
struct WorkflowFile {
    std::string path = {}; // as shown to people
    std::string directory = {}; // the directory of the file; empty: none
    std::string sha256 = {};
    bool is_trusted = true;
    std::shared_ptr<const YamlNode> document = {};
    std::vector<Workflow> workflows = {};

    const Workflow* find(std::string_view name) const;
};

// True for a valid name of a step or branch, and for a valid name of a workflow.
bool is_id(std::string_view text);
bool is_workflow_name(std::string_view text);

// True if a step can name a workflow so: the path of a .yaml or .yml file beneath its directory,
// and possibly one of the workflows in it after a colon.
bool is_workflow_path(std::string_view name);

// Returns such a path without the colon and the name after it.
std::string_view without_inner_name(std::string_view name);

// Returns the field of the block in which a place of the file is, such as shell.env.NAME: the last
// one that begins before it. Steps inside the block are left out. Empty if no field begins before
// the place.
struct FieldAt {
    std::string name = {};
    Place place = {.line = 0, .column = 0}; // where the field begins
};
FieldAt field_at(const Block& block, Place place);

// Calls `visit` for each step of a list, including nested steps.
template<class Visit>
void for_each_step(const std::vector<Step>& steps, const Visit& visit)
{
    for (const auto& step : steps)
        for_each_step(step, visit);
}

// Calls `visit` for a step and its nested steps.
template<class Visit>
void for_each_step(const Step& step, const Visit& visit)
{
    visit(step);
    for (const auto& field : step.fields.fields) {
        for (const auto& list : field.lists)
            for_each_step(list.steps, visit);
        for (const auto& block : field.blocks)
            for (const auto& inner : block.fields)
                for (const auto& list : inner.lists)
                    for_each_step(list.steps, visit);
    }
}

}
