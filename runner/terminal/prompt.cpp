#include "runner/terminal/prompt.hpp"

#include "agent/model/message.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

static constexpr std::size_t max_prompt = 16 << 20;
// Of an image; up to this size, errors report the actual size.
static constexpr std::size_t max_read = 64 << 20;
static constexpr std::chrono::milliseconds max_wait {3000}; // for the first byte of a pipe

static std::string read_stdin(system::Cancel& cancel)
{
    std::string text;
    std::array<char, 64 << 10> buffer {};
    for (;;) {
        system::Watch watch;
        watch.readable(STDIN_FILENO);
        watch.readable(cancel.descriptor());
        watch.wait();
        cancel.check();
        const ssize_t got = read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got < 0)
            throw system::system_error("cannot read the prompt from stdin");
        if (got == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(got));
        if (text.size() > max_prompt)
            throw ToolError(Code::bad_request, "the prompt on stdin is larger than 16 MiB");
    }
}

// Returns true if stdin is a file, or a pipe or socket with data. /dev/null and a terminal do not
// count.
static bool brings_text(system::Cancel& cancel, Output& output)
{
    struct stat status { };
    if (fstat(STDIN_FILENO, &status) != 0)
        return false;
    if (S_ISREG(status.st_mode))
        return true;
    if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode))
        return false;
    system::Watch watch;
    watch.readable(STDIN_FILENO);
    watch.readable(cancel.descriptor());
    watch.until(system::Watch::Clock::now() + max_wait);
    watch.wait();
    cancel.check();
    if (!watch.is_ready(STDIN_FILENO))
        output.note("stdin is a pipe that brought nothing within 3 s: it is left alone (--prompt - "
                    "waits for it)");
    return (watch.events_of(STDIN_FILENO) & (POLLIN | POLLHUP)) != 0;
}

std::string read_prompt_with_stdin(const std::string& given, system::Cancel& cancel, Output& output)
{
    if (given == "-" || !brings_text(cancel, output))
        return read_prompt(given, cancel);
    std::string text = read_stdin(cancel);
    if (!text::is_utf8(text))
        throw ToolError(Code::bad_request, "stdin is appended to the prompt, and it is not UTF-8",
            "</dev/null leaves it out");
    while (text.ends_with('\n') || text.ends_with('\r'))
        text.pop_back();
    return text::stripped(text).empty()
        ? given
        : given + "\n\n" + std::string(agent::model::data_of_stdin) + text;
}

std::string read_prompt(const std::string& given, system::Cancel& cancel)
{
    if (given != "-")
        return given;
    std::string prompt = read_stdin(cancel);
    while (prompt.ends_with('\n') || prompt.ends_with('\r'))
        prompt.pop_back();
    if (prompt.find_first_not_of(" \t\r\n") == std::string::npos)
        throw ToolError(Code::bad_request, "the prompt on stdin is empty");
    if (!text::is_utf8(prompt))
        throw ToolError(Code::bad_request, "the prompt on stdin is not UTF-8");
    return prompt;
}

static ToolError unusable_image(const std::string& file, const std::string& why)
{
    return {Code::bad_request, "the image " + text::in_quotes(file) + " cannot be sent: " + why,
        "PNG, JPEG, GIF and WebP images of at most 3.75 MB can be sent"};
}

static model::SharedImage read_image(const std::string& file, text::ImageCount& read)
{
    const std::string path = file == "-" ? "/dev/stdin" : file;
    const std::string bytes
        = system::read_named_file(path, "the image", max_read, system::LinksOut::refused);
    if (const std::string problem = read.add(bytes.size()); !problem.empty())
        throw unusable_image(file, problem);
    auto image = model::image_of_bytes(bytes);
    if (!image)
        throw unusable_image(file,
            bytes.empty()                         ? "it is empty"
                : text::image_type(bytes).empty() ? "it is not an image of a kind that models take"
                                                  : "its header is damaged");
    return image;
}

std::vector<model::SharedImage> read_images(const std::vector<std::string>& files)
{
    if (std::count(files.begin(), files.end(), "-") > 1)
        throw ToolError(Code::bad_request, "stdin can be only one of the images");
    std::vector<model::SharedImage> images;
    images.reserve(files.size());
    text::ImageCount read;
    for (const std::string& file : files)
        images.push_back(read_image(file, read));
    return images;
}

}
