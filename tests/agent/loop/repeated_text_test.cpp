#include "catch.hpp"

#include "agent/loop/live_reply.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

using namespace agent::loop;
using namespace toolkit::text;

static std::string times(std::size_t count, const std::string& part)
{
    std::string text;
    for (std::size_t done = 0; done < count; ++done)
        text += part;
    return text;
}

// How much of the text is read before it is found to repeat itself; 0 if it never is.
static std::size_t size_read(const std::string& text, std::size_t piece)
{
    RepeatedText repeated;
    for (std::size_t at = 0; at < text.size(); at += piece)
        if (repeated.add(std::string_view(text).substr(at, piece)))
            return std::min(at + piece, text.size());
    return 0;
}

TEST_CASE("a text that repeats itself is found out soon")
{
    const std::string part = GENERATE(std::string("the"), std::string("\n"),
        std::string("I will look at the file again.\n\n"),
        std::string("Let me think. ") + times(33, "Wait, I look. "));
    const std::string before = "An answer begins. " + times(700, "Sound text. ") + "So: ";
    const std::size_t piece = GENERATE(1, 7, 5000);
    const std::size_t read
        = size_read(before + times((std::size_t {1} << 20U) / part.size(), part), piece);
    CHECK(read > 16'000);
    CHECK(read < 40'000);
}

TEST_CASE("a text with many equal parts is none that repeats itself")
{
    std::string table = "| number | square | name |\n|---|---|---|\n";
    std::string source;
    std::string bytes;
    for (std::size_t row = 0; row < 3000; ++row) {
        table += "| " + std::to_string(row) + " | " + std::to_string(row * row) + " | same |\n";
        source += times(row % 50, "    {0x00, 0x00, 0x00, 0x00},\n") + "    // "
            + std::to_string(row) + "\n";
        bytes += static_cast<char>(row * row % 251);
    }
    CHECK(size_read(table, 10) == 0);
    CHECK(size_read(source, 10) == 0);
    CHECK(size_read(times(3, base64_encode(bytes) + '\n'), 10) == 0);
    CHECK(size_read(times(60, std::string(200, '-') + "\ntext\n"), 10) == 0);
    CHECK(size_read(std::string(12'000, ' '), 10) == 0);
}

TEST_CASE("a long text is read in a time that grows with its size")
{
    CHECK(size_read(times(64, std::string(300'000, 'a').replace(0, 1, "b")), 1'000'000) > 0);
    std::string text;
    for (std::size_t row = 0; text.size() < (std::size_t {2} << 20U); ++row)
        text += std::string(2000, 'a') + std::to_string(row);
    CHECK(size_read(text, 3) == 0);
}
