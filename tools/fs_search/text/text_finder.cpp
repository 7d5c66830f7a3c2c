#include "text_finder.hpp"
#include "several_texts.hpp"
#include "single_text.hpp"

#include <cstring>

#ifdef __x86_64__
#ifdef __clang__
#define _Bool bool // the header needs it, and clang has it in C alone
#endif
#include <sys/platform/x86.h>
#endif

TextFinder::TextFinder(const Texts& texts, Instructions instructions)
{
    if (texts.all.size() == 1)
        finder = std::make_unique<SingleText>(texts.all.front(), texts.any_case, instructions);
    else
        finder = std::make_unique<SeveralTexts>(texts, instructions);
}

std::size_t TextFinder::find(std::string_view text, std::size_t from) const
{
    if (from >= text.size())
        return std::string_view::npos;
    const char* found = finder->find(text.data() + from, text.data() + text.size());
    return found == nullptr ? std::string_view::npos : static_cast<std::size_t>(found - text.data());
}

bool begins_with(const char* bytes, std::string_view text, bool any_case)
{
    if (!any_case)
        return std::memcmp(bytes, text.data(), text.size()) == 0;
    for (const char expected : text) {
        const char byte = *bytes++;
        if ((byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte) != expected)
            return false;
    }
    return true;
}

bool has_avx2()
{
#ifdef __x86_64__
    // What the C library has found out at its start. The compiler's own function would ask the processor again, and
    // in a virtual machine each question costs some 20 µs.
    return CPU_FEATURE_ACTIVE(AVX2);
#else
    return false;
#endif
}
