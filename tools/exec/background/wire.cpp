#include "wire.hpp"

#include "toolkit/text/characters.hpp"

#include <cstring>

namespace exec::background {

using namespace toolkit;

bool is_name(std::string_view name)
{
    return !name.empty() && name.size() <= max_name
        && text::name_length(name, "._-") == name.size();
}

NameBytes bytes_of(std::string_view name)
{
    NameBytes bytes {};
    name.copy(bytes.data(), max_name);
    return bytes;
}

std::string text_of(const NameBytes& bytes)
{
    return {bytes.data(), strnlen(bytes.data(), max_name)};
}

}
