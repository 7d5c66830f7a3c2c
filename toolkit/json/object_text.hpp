#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::json {

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
