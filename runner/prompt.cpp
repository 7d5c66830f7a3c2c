#include "runner/prompt.hpp"

#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>

static constexpr std::size_t largest_prompt = 16 << 20;

static std::string read_stdin(const Interrupt& interrupt)
{
    std::string text;
    std::array<char, 64 << 10> buffer {};
    for (;;) {
        std::array<pollfd, 2> watched {{{STDIN_FILENO, POLLIN, 0}, {interrupt.descriptor(), POLLIN, 0}}};
        poll(watched.data(), watched.size(), -1);
        interrupt.check();
        const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            throw system_error("cannot read the prompt from stdin");
        if (got == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(got));
        if (text.size() > largest_prompt)
            throw ToolError(Code::bad_request, "the prompt on stdin is larger than 16 MiB");
    }
}

std::string read_prompt(const std::string& given, const Interrupt& interrupt)
{
    if (given != "-")
        return given;
    std::string prompt = read_stdin(interrupt);
    while (prompt.ends_with('\n') || prompt.ends_with('\r'))
        prompt.pop_back();
    if (prompt.find_first_not_of(" \t\r\n") == std::string::npos)
        throw ToolError(Code::bad_request, "the prompt on stdin is empty");
    if (!is_utf8(prompt))
        throw ToolError(Code::bad_request, "the prompt on stdin is not UTF-8");
    return prompt;
}
