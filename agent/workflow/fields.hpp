#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

// The mappings of a workflow file that have fields.
enum class Owner {
    none,
    workflow,
    parameter,
    limits,
    concurrency,
    step,
    exec,
    shell,
    python,
    tool,
    llm,
    prompt,
    context,
    call, // of another workflow
    foreach,
    parallel,
    repeat,
    ask,
    once,
    retry,
    backoff,
};
constexpr std::size_t owner_count = static_cast<std::size_t>(Owner::backoff) + 1;

// The shape of a field's value.
enum class Shape {
    text, // a scalar; numbers and truth values count as written
    line, // a text on one line
    boolean,
    count, // a whole number from `min` to `max`
    number, // from `min` to `max`
    counts, // a list of whole numbers from `min` to `max`
    any,
    texts, // a list of texts
    words, // such a list, or a text that is split into words
    names, // a list of names
    tools, // a list of names, or the word all
    named_texts, // name → text
    named_values, // name → any value
    schema, // a mapping, or the name of a file
    block, // a mapping with the fields of `block`
    boolean_or_block, // true, false, or such a mapping
    blocks, // a list of mappings with the fields of `block`
    named_blocks, // name → such a mapping
    steps, // a list of steps
    named_steps, // name → a list of steps
};

// The templates that a field may contain, and the result of filling them in.
enum class Fill {
    nothing, // no template: the text as it is
    text, // output and tags, as a text
    value, // output, as a value with its type
    element, // output, as one text that is never split
    script, // output of parameters of a few types only, in a script
    variable, // like element, in an environment variable; may contain secrets
    condition, // an expression that is true or false
    number, // a number, or an expression that yields one
};

// One row of the table: everything that is known about a field. The parser follows it; the JSON
// Schema, the reference and the completions are generated from it.
struct FieldRow {
    Owner owner;
    std::string_view name;
    Shape shape;
    Fill fill = Fill::nothing;
    std::string_view help = {};
    std::string_view preset = {}; // the default, for readers
    std::vector<std::string_view> choices = {}; // the allowed texts; empty: any
    std::string_view alias = {}; // another name of the field; empty: none
    Owner block = Owner::none; // of block, blocks and named_blocks
    std::string_view shorthand = {}; // a text in place of the block sets this field of it
    double min = 0; // of count and number
    double max = 1e9;
    bool is_required = false;
    bool is_kind = false; // the field determines the kind of a step
    bool is_operators = false; // an untrusted file must not have it
};

const std::vector<FieldRow>& field_table();

// Returns the row of a name or an alias, or nullptr.
const FieldRow* field_row(Owner owner, std::string_view name);

const std::vector<const FieldRow*>& fields_of(Owner owner);

// True for a block in whose place a list can be given, for the field that is its shorthand.
bool takes_list(const FieldRow& row);

// Returns a name such as "step", for messages and the definitions in the schema.
std::string_view name_of(Owner owner);

// Returns a description such as "a list of texts".
std::string_view name_of(Shape shape);

}
