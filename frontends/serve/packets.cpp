#include "frontends/serve/packets.hpp"

#include "toolkit/system/error.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace frontends::serve {

static constexpr std::size_t max_passed = 64;

void send_packet(const File& socket, std::span<const std::byte> bytes, std::span<const int> passed)
{
    alignas(cmsghdr) std::array<char, CMSG_SPACE(max_passed * sizeof(int))> control {};
    iovec part {const_cast<std::byte*>(bytes.data()), bytes.size()}; // NOLINT: it is only read
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (!passed.empty()) {
        message.msg_control = control.data();
        message.msg_controllen = CMSG_SPACE(passed.size_bytes());
        cmsghdr* const header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(passed.size_bytes());
        std::memcpy(CMSG_DATA(header), passed.data(), passed.size_bytes());
    }
    while (sendmsg(socket.descriptor(), &message, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            throw system::system_error("cannot reach the other process of the server");
}

static std::vector<File> descriptors_in(msghdr& message)
{
    std::vector<File> files;
    for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        const std::size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t index = 0; index < count; ++index) {
            int descriptor = -1;
            std::memcpy(
                &descriptor, CMSG_DATA(header) + index * sizeof descriptor, sizeof descriptor);
            files.emplace_back(descriptor);
        }
    }
    return files;
}

Received receive_packet(const File& socket, std::span<std::byte> into, bool may_wait)
{
    alignas(cmsghdr) std::array<char, CMSG_SPACE(max_passed * sizeof(int))> control {};
    iovec part {into.data(), into.size()};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t count = 0;
    do
        count = recvmsg(
            socket.descriptor(), &message, MSG_CMSG_CLOEXEC | (may_wait ? 0 : MSG_DONTWAIT));
    while (count < 0 && errno == EINTR);
    if (count < 0 && errno == EAGAIN)
        return {};
    if (count < 0)
        return {Received::Outcome::over};
    std::vector<File> passed = descriptors_in(message);
    const bool is_whole
        = static_cast<std::size_t>(count) == into.size() && (message.msg_flags & MSG_TRUNC) == 0;
    return {is_whole ? Received::Outcome::packet : Received::Outcome::over, std::move(passed)};
}

}
