#include "fuzz.hpp"

#include "frontends/chat/server_answers.hpp"

using namespace frontends::chat;

// Whatever answers at a port: names are few and not empty, and a size is no nonsense.
void fuzz(std::string_view input)
{
    const auto names = models_in(input);
    must(names.size() <= 20);
    for (const auto& name : names)
        must(!name.empty());
    const auto size = context_in(input);
    must(size >= 0 && size <= 1 << 30);
}
