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

// A field as a file has it. Its value is in `node`, which the file owns, and in one of the lists if
// that has fields or steps of its own.
struct Field {
    Field(const FieldRow* row, const YamlNode* node, Place place);
    Field(const Field& other); // these need blocks and lists that are complete
    Field(Field&& other) noexcept;
    Field& operator=(const Field& other);
    Field& operator=(Field&& other) noexcept;
    ~Field();

    const FieldRow* row;
    const YamlNode* node;
    Place place; // of its name
    std::vector<Block> blocks; // of a mapping one, of a list or of names each
    std::vector<StepList> lists; // of steps one, of branches each
};

// A mapping whose fields the table knows.
struct Block {
    Owner owner = Owner::none;
    Place place = {};
    std::vector<Field> fields = {};

    const Field* find(std::string_view name) const;

    // The value of a field, or what it is without one.
    std::string text(std::string_view name, std::string_view preset = {}) const;
    bool is_set(std::string_view name, bool preset = false) const;
    std::int64_t count(std::string_view name, std::int64_t preset) const;
    double number(std::string_view name, double preset) const;
    std::vector<std::string> texts(std::string_view name) const;
    const Block* block(std::string_view name) const;
    const std::vector<struct Step>& steps(std::string_view name) const;
};

// In the order of the kinds in the table.
enum class Kind { exec, shell, python, tool, llm, workflow, foreach, parallel, ask, set };

std::string_view name_of(Kind kind);

struct Step {
    Kind kind = Kind::set;
    std::string id = {}; // empty for none
    std::string name = {}; // in paths: the id, or the kind and its number in the list: exec#2
    Place place = {};
    Block fields = {};

    // False if the file is wrong.
    bool has_work() const { return fields.find(name_of(kind)) != nullptr; }
    const Field& work() const { return *fields.find(name_of(kind)); }
    // The fields of its kind; `set` has none.
    const Block& own() const { return work().blocks.front(); }
};

struct StepList {
    std::string name = {}; // of a branch
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

// A file that was read: its workflows refer to its document.
struct WorkflowFile {
    std::string path = {}; // as it is shown
    std::string directory = {}; // in which it lies; empty: none
    std::string sha256 = {};
    bool is_trusted = true;
    std::shared_ptr<const YamlNode> document = {};
    std::vector<Workflow> workflows = {};

    const Workflow* find(std::string_view name) const;
};

// As names of steps, branches and workflows are written.
bool is_id(std::string_view text);
bool is_workflow_name(std::string_view text);

// Calls `hear` for each step of the lists, and of those in them.
template<class Hear>
void for_each_step(const std::vector<Step>& steps, const Hear& hear)
{
    for (const auto& step : steps) {
        hear(step);
        for (const auto& field : step.fields.fields) {
            for (const auto& list : field.lists)
                for_each_step(list.steps, hear);
            for (const auto& block : field.blocks)
                for (const auto& inner : block.fields)
                    for (const auto& list : inner.lists)
                        for_each_step(list.steps, hear);
        }
    }
}

}
