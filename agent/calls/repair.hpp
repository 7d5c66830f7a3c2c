#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

// Repairs of calls that models write slightly wrong. A repair is made only if there is one way to
// read the call.

// Returns the name of `names` that `given` stands for; nullopt if there is none, or more than one.
// Ignores a prefix "functions.", tokens such as "<|channel|>" with everything after them, a suffix
// such as ":0", and quotes and whitespace around the name. If no name is equal then, ignores case,
// '_', '-' and '.'.
std::optional<std::string> repaired_name(
    std::string_view given, const std::vector<std::string>& names);

struct RepairedArguments {
    std::string text;
    std::string what; // the repairs made, as in "taken out of a code fence"
};

// cut_off: the server said that the message ended early, so that brackets must not be closed.
enum class Ending { whole, cut_off };

// Returns candidates for arguments that cannot be used as they are: the text after each repair that
// changed it, with the repairs before it included. Empty if no repair applies. The candidates are
// not checked against a schema. The repairs, in this order:
//   - take the content of a code fence;
//   - remove tokens of the chat template at the end;
//   - remove an empty object before another object, or replace null by an empty object;
//   - keep one of several equal objects;
//   - take the content of a JSON string, or the "arguments" of an object that names `tool`;
//   - unless `ending` is cut_off, close the brackets that are open after a complete value;
//   - write a literal (agent/calls/literal.hpp) as JSON.
// A value that ends in its middle is not completed.
std::vector<RepairedArguments> repaired_arguments(
    const std::string& text, Ending ending, const std::string& tool = {});

}
