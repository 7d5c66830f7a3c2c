#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::json {

// Returns the size in bytes of the object or array at the beginning of a text, judged by brackets
// and quotes; 0 if the text does not begin with one, it is not closed, or it nests deeper than 64.
// The text between the brackets need not be valid JSON. Runs in linear time.
std::size_t extent_of_value(std::string_view text);

// Returns the text with null in place of each object and array that lies in `max_depth` others or
// more; nullopt if no value nests that deep. Judges by brackets and quotes, too: turns JSON that
// nests too deep for a parser into JSON that does not, and leaves the rest as it is. Runs in linear
// time.
std::optional<std::string> without_depth(std::string_view text, std::size_t max_depth);

// A JSON object written field by field. Texts must be valid UTF-8.
class ObjectText {
public:
    void add(std::string_view name, std::string_view value);
    void add(std::string_view name, std::int64_t number);
    void add_boolean(std::string_view name, bool value);
    void add_switch(std::string_view name, bool is_on); // nothing if it is off
    void add_list(std::string_view name, const std::vector<std::string>& texts); // if not empty
    void add_json(std::string_view name, std::string_view json);

    std::string take(); // once; "{}" if there are no fields

private:
    void begin(std::string_view name);

    std::string text;
};

}
