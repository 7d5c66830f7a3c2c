#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

// What models get slightly wrong about a call, put right where there is one way to mean it.

// The one of `names` that is meant by a name which is none of them: without "functions." before it,
// without "<|channel|>" and the like and what follows, without ":0" after it or quotes and
// whitespace around it, or spelled with other case, '_', '-' and '.' where only one fits.
std::optional<std::string> repaired_name(
    std::string_view given, const std::vector<std::string>& names);

struct RepairedArguments {
    std::string text;
    std::string what; // has been done: "taken out of a code fence"
};

enum class Ending { whole, cut_off };

// What arguments that can't be used may mean, after each step that helps: the content of a code
// fence; without a token of the chat template after them; without an empty object before another
// one; an empty object in place of null; one of several equal objects; the object that a JSON
// string has in it; unless they are known to be cut off, with the brackets closed that are open
// after a whole value; a literal (agent/calls/literal.hpp) as JSON; and the "arguments" of an
// object that names `tool`. A value that ends in its middle is not guessed.
std::vector<RepairedArguments> repaired_arguments(
    const std::string& text, Ending ending, const std::string& tool = {});

}
